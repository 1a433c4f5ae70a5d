export { type Control, CONTROLS, startControl } from './controls.js';
export { createFaultySandbox, type FaultySandboxOptions } from './faulty-sandbox.js';
export { MUTATIONS } from './mutations/index.js';
export type { Mutation } from './mutations/mutation.js';
export { createPrepared, type Prepared } from './prepared.js';
export { COMPLIANT, VARIANTS } from './variants/index.js';
export type { Variant } from './variants/variant.js';
