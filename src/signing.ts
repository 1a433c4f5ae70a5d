export { ArgumentError } from './core/errors.js';
export { buildSigningString, createRequestSigner, type SigningInput, signRequest } from './core/signing.js';
