export { createFetchClient, type FetchClient } from './fetch-client.js';
export type { paths } from './fetch-paths.js';
export { parsing } from './parsing.js';
export { signing, type SigningOptions } from './signing.js';
