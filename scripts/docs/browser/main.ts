import { Calculator } from './calculator/calculator.js';
import { mount } from './mount.js';

mount('calculator', Calculator);
