import { Calculator } from './calculator/calculator.js';
import { addCopyButtons } from './copy-blocks.js';
import { rememberLanguage } from './language.js';
import { mount } from './mount.js';
import { furnishPage } from './page.js';
import { followSections } from './section-spy.js';
import { labelCells } from './table-labels.js';

furnishPage();
addCopyButtons();
rememberLanguage();
labelCells();
followSections();
mount('calculator', Calculator);
