import { getHttpOperationsFromSpec } from '@stoplight/prism-cli/dist/operations.js';
import { validateInput, validateOutput, validateSecurity } from '@stoplight/prism-http/dist/validator/index.js';
import type { Json } from '../generate/references.js';
import type { Answered, Sent } from './corpus.js';

type Resource = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** Judges the same calls and answers by one description after the other. */
export interface Judge {
  /** The first call or answer of which Prism thinks otherwise than by the first description; undefined when there is none. */
  firstDifference(changed: Json): Promise<string | undefined>;
}

export async function createJudge(
  document: Json,
  calls: readonly Sent[],
  answers: readonly Answered[],
): Promise<Judge> {
  const rows = [...calls, ...answers];
  const original = await resourcesOf(document);
  const expected = new Map(rows.map((row) => [row, verdict(row, original)]));
  const written = new Map([...original].map(([key, resource]) => [key, JSON.stringify(resource)]));
  return {
    async firstDifference(changed) {
      const resources = await resourcesOf(changed);
      const isSame = (row: Sent | Answered): boolean => {
        const key = keyOf(row.operation);
        return written.get(key) === JSON.stringify(resources.get(key));
      };
      const same = new Map(rows.map(({ operation }) => [operation, undefined as boolean | undefined]));
      for (const row of rows) {
        const known = same.get(row.operation) ?? isSame(row);
        same.set(row.operation, known);
        if (!known && verdict(row, resources) !== expected.get(row)) return row.title;
      }
      return undefined;
    },
  };
}

const keyOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method.toUpperCase()} ${path}`;

async function resourcesOf(document: Json): Promise<ReadonlyMap<string, Resource>> {
  // Prism replaces references in what it is given.
  const resources = await getHttpOperationsFromSpec(structuredClone(document) as never);
  return new Map(resources.map((resource) => [keyOf(resource), resource]));
}

/** Whether it objects, in a word; what it says differs from version to version. */
function verdict(row: Sent | Answered, resources: ReadonlyMap<string, Resource>): string {
  const resource = resources.get(keyOf(row.operation));
  if (resource === undefined) return 'not routed';
  if ('status' in row) {
    const { status, headers, body } = row;
    return said(validateOutput({ resource, element: { statusCode: status, headers, body } as never }));
  }
  const { method, path, query, headers, body } = row;
  const element = { method, url: { path, query }, headers, body } as never;
  return `${said(validateInput({ resource, element }))} ${said(validateSecurity({ resource, element }))}`;
}

const said = (result: object): string => ('right' in result ? 'fine' : 'refused');
