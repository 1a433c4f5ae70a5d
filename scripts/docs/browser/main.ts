import { furnishPage } from './page.js';

furnishPage();
