import type { CheckRow } from '../../findings/check.js';
import { answerObservations } from './answers.js';
import { clockObservation } from './clock.js';
import { conditionObservations } from './conditions.js';
import { orderObservations } from './orders.js';
import { pageObservations } from './pages.js';
import { publicObservations } from './public.js';
import { refusalObservations } from './refusals.js';
import { requestObservations } from './requests.js';
import { signingObservations } from './signing.js';

/**
 * Questions that the service document leaves open, looked at last: by then most of the responses are there, and observations
 * that need extra calls must not take them from declared checks.
 */
export const observations: readonly CheckRow[] = [
  ...publicObservations,
  ...answerObservations,
  ...signingObservations,
  ...requestObservations,
  ...pageObservations,
  ...refusalObservations,
  ...orderObservations,
  ...conditionObservations,
  clockObservation,
];
