import { Calculator } from './calculator/calculator.js';
import {
  addCopyButtons,
  followSections,
  labelCells,
  rememberDeclaredOnly,
  rememberLanguage,
  revealTarget,
} from './page-scripts.js';
import { mount } from './mount.js';
import { Search } from './search.js';
import { Theme } from './theme.js';

mount('search', Search);
mount('theme', Theme);
rememberDeclaredOnly();
revealTarget();
addCopyButtons();
rememberLanguage();
labelCells();
followSections();
mount('calculator', Calculator);
