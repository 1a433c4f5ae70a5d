import { mount } from './mount.js';
import { TryIt } from './try-it/try-it.js';

mount('try-it', TryIt);
