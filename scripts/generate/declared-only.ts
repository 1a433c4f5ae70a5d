import type { Json } from './references.js';

/** Keywords for our own tools. None of it is a fact of the service. */
const SETTINGS: readonly string[] = [
  'x-effect',
  'x-safe-method',
  'x-effect-when-omitted',
  'x-selectors',
  'x-result',
  'x-format',
  'x-sources',
];

/**
 * The declared bundle from the rest without marked nodes: without the settings of our tools, and with the
 * declared part of each question. That a question is open is declared; what was observed about it is not.
 */
export function declaredOnly(unmarked: Json, full: Json): Json {
  const questions = (full['x-unknowns'] as Json[]).map(({ id, question, heading }) => ({ id, question, heading }));
  return { ...(withoutSettings(unmarked) as Json), 'x-unknowns': questions };
}

function withoutSettings(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutSettings);
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(
        ([key, value]) =>
          !SETTINGS.includes(key) && !(key === 'security' && leavesOpen(value)) && !isEmptied(key, value),
      )
      .map(([key, value]) => [key, withoutSettings(value)]),
  );
}

/** A list of observed entries, of which none is left. */
const isEmptied = (key: string, value: unknown): boolean =>
  key === 'x-error-codes' && Array.isArray(value) && value.length === 0;

/** `{}` beside the three schemes says that none is declared: OpenAPI would read it as "unsigned suffices". */
const leavesOpen = (security: unknown): boolean =>
  Array.isArray(security) && security.some((requirement) => Object.keys(requirement as object).length === 0);
