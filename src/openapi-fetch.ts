export type { paths } from './client/middleware/fetch-paths.js';
export { parsing } from './client/middleware/parsing.js';
export { signing, type SigningOptions } from './client/middleware/signing.js';
