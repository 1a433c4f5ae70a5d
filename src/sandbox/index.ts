export type { SandboxDialect } from './dialect.js';
export type { ContractRules } from './exchange/model/model.js';
export type { Fault, FaultKind, Faults } from './http/faults.js';
export type { SandboxFetch } from './http/in-process.js';
export type { Listening } from './http/listen.js';
export { type CallLog, createSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';
export type { SandboxState } from './view.js';
