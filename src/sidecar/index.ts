export type { SidecarCall } from './call-line.js';
export { type Sidecar, startSidecar } from './listen.js';
export type { Permission, SidecarOptions, SigningDialect } from './options.js';
