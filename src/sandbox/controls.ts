import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Listening } from './listen.js';

/** Servers that are no exchange at all: nothing that tests one may call them right. */
export const CONTROLS = [
  'always-empty-object',
  'always-refused-with-200',
  'always-401',
  'echo',
  'html-page',
  'hang',
] as const;

export type Control = (typeof CONTROLS)[number];

const REFUSAL = '{"code":"-2015","msg":"Invalid API-key, IP, or permissions for action.","data":null,"succ":false}';

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

const always =
  (status: number, type: string, body: string): Answering =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  };

const ANSWERING: Readonly<Record<Control, Answering>> = {
  'always-empty-object': always(200, 'application/json', '{}'),
  'always-refused-with-200': always(200, 'application/json', REFUSAL),
  'always-401': always(401, 'application/json', REFUSAL),
  echo(request, response) {
    response.writeHead(200, { 'content-type': request.headers['content-type'] ?? 'application/json' });
    request.pipe(response);
  },
  'html-page': always(200, 'text/html', '<html><head><title>Welcome</title></head><body>It works.</body></html>'),
  hang: (request) => void request.resume(),
};

/** Starts a control on a free port of the loopback interface. */
export async function startControl(name: Control): Promise<Listening> {
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer(ANSWERING[name]);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
