/**
 * A transcription of the service document as data, made from its text alone and not from `openapi/`.
 *
 * It is complete: `renderServiceDocument` writes the document back byte for byte (round-trip.test.ts compares digests).
 */
import { endpoints } from './service-document/endpoints.js';
import {
  conditionOrderFields,
  contractEnvelope,
  contractFields,
  orderFields,
  otherRequestFields,
  serverTimeFields,
} from './service-document/fields.js';
import { notShown } from './service-document/not-shown.js';
import { rules } from './service-document/rules.js';
import {
  authentication,
  endpointsPreface,
  introduction,
  limits,
  securityTypes,
  signedHeaders,
  success,
  versioning,
} from './service-document/statements.js';

export const serviceDocument = {
  introduction,
  orderFields,
  conditionOrderFields,
  otherRequestFields,
  serverTimeFields,
  contractEnvelope,
  contractFields,
  endpointsPreface,
  endpoints,
  rules,
  authentication,
  signedHeaders,
  securityTypes,
  success,
  limits,
  versioning,
  notShown,
} as const;

export type ServiceDocument = typeof serviceDocument;
