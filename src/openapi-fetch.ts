export type { Credentials } from './client/signing/credentials.js';
export type { Dialect } from './client/dialect.js';
export type { paths } from './client/middleware/fetch-paths.js';
export { parsing } from './client/middleware/parsing.js';
export { signing, type SigningOptions } from './client/middleware/signing.js';
