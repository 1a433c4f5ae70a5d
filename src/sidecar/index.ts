export type { SidecarCall } from './call-line.js';
export { breakModes } from './break-modes.js';
export { type Sidecar, startSidecar } from './listen.js';
export type { Permission, SidecarOptions, SigningDialect } from './options.js';
