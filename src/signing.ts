export { buildSigningString, createRequestSigner, type SigningInput, signRequest } from './core/signing.js';
export type { SignatureEncoding } from './core/signature-encoding.js';
export type { SigningPart, SigningRule } from './core/signing-rule.js';
