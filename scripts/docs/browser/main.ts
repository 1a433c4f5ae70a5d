import { Calculator } from './calculator/calculator.js';
import { mount } from './mount.js';
import { furnishPage } from './page.js';

furnishPage();
mount('calculator', Calculator);
