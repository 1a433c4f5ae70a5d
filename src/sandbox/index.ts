export type { SignatureEncoding } from '../core/signature-encoding.js';
export type { SigningPart, SigningRule } from '../core/signing-rule.js';
export type { TimestampWindow } from './access.js';
export { DEFAULT_DIALECT, type SandboxDialect } from './dialect.js';
export { DEFAULT_CONTRACTS } from './exchange/markets/contracts.js';
export type { SandboxEvent, SandboxOrder, SandboxPosition, SandboxTrade } from './events.js';
export type { ContractRules } from './exchange/model/model.js';
export { FAULT_KINDS, type Fault, type FaultKind, type Faults } from './http/faults.js';
export type { SandboxFetch, SandboxFetchInit } from './http/in-process.js';
export type { Listening, ListenOptions } from './http/listen.js';
export {
  type CallLog,
  createSandbox,
  type Sandbox,
  type SandboxAccount,
  type SandboxCredentials,
  type SandboxOptions,
} from './sandbox.js';
export type { SandboxState } from './view.js';
