import { description } from '../../generated/description.js';
import { operations } from '../../generated/operations.js';
import { listen, type Listening } from '../sandbox/http/listen.js';
import type { RawRequest, RawResponse } from '../sandbox/http/request.js';

/** Servers that are not an exchange: no check may call them right. */
export const CONTROLS = [
  'always-empty-object',
  'always-refused-with-200',
  'always-401',
  'echo',
  'html-page',
  'hang',
  'described-examples',
] as const;

export type Control = (typeof CONTROLS)[number];

const REFUSAL = '{"code":"-2015","msg":"Invalid API-key, IP, or permissions for action.","data":null,"succ":false}';

const JSON_TYPE = 'application/json';

const answer = (status: number, body: string, type = JSON_TYPE): RawResponse => ({
  ...{ status, headers: { 'content-type': type }, body },
});

const ANSWERING: Readonly<Record<Control, (request: RawRequest) => RawResponse>> = {
  'always-empty-object': () => answer(200, '{}'),
  'always-refused-with-200': () => answer(200, REFUSAL),
  'always-401': () => answer(401, REFUSAL),
  echo: ({ headers, body }) => answer(200, body, headers['content-type']),
  'html-page': () => answer(200, '<html><head><title>Welcome</title></head><body>It works.</body></html>', 'text/html'),
  hang: () => ({ ...answer(200, ''), written: 'silent' }),
  'described-examples'({ method, target }) {
    const example = exampleFor(method, target);
    return example === undefined ? answer(404, REFUSAL) : answer(200, example);
  },
};

/** The response of a mock server: the first example of the operation, without looking at key or signature. */
function exampleFor(method: string, target: string): string | undefined {
  const [path] = target.split('?');
  const operation = Object.values(operations).find((row) => row.method === method && row.path === path);
  return operation && JSON.stringify(description[operation.operationId].examples[0]?.value);
}

/** Starts a control on a free port of the loopback interface. */
export const startControl = (name: Control): Promise<Listening> =>
  listen(
    (request) => ({ response: ANSWERING[name](request), fault: undefined, operation: undefined, refused: undefined }),
    Date.now,
    {},
  );
