// Loaded when orders are first submitted or recovered, before anything is written or sent.
export { recover } from './recover.js';
export { submitOrder } from './submit.js';
