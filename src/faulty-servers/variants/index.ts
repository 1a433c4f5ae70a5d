import { GATEWAY_VARIANTS } from './gateways.js';
import { LIMIT_VARIANTS } from './limits.js';
import { ODDITY_VARIANTS } from './oddities.js';
import { ORDER_VARIANTS } from './orders.js';
import { RECORD_VARIANTS } from './records.js';
import { REFUSAL_VARIANTS } from './refusals.js';
import { SIGNING_VARIANTS } from './signing.js';
import { TWIN_VARIANTS } from './twins.js';
import { VALUE_VARIANTS } from './values.js';
import { UNREST_VARIANTS } from './unrest.js';
import type { Variant } from './variant.js';

/** Servers that the service document allows: no check may accuse one, in any mode. By what they do otherwise. */
export const VARIANTS: Readonly<Record<string, readonly Variant[]>> = {
  twins: TWIN_VARIANTS,
  signing: SIGNING_VARIANTS,
  refusals: REFUSAL_VARIANTS,
  values: VALUE_VARIANTS,
  orders: ORDER_VARIANTS,
  records: RECORD_VARIANTS,
  oddities: ODDITY_VARIANTS,
  limits: LIMIT_VARIANTS,
  unrest: UNREST_VARIANTS,
  gateways: GATEWAY_VARIANTS,
};

export const COMPLIANT = Object.values(VARIANTS).flat();
