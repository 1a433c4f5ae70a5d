/*
 * The faults of a connection, as a raw server plays them, and the outcomes that a client may report then.
 * Every fault has its own port. The client sends order 1 (and 2, 3 …) one after the other, with a pause before each but
 * the first. The server writes down each request that arrives, and which orders it has taken.
 */

/** The client's pause before the next order: none, a wait without work, or a computation during which it reads nothing. */
export type Pause = 'none' | 'idle' | 'busy';

export interface Sent {
  write(bytes: string | Uint8Array): void;
  later(ms: number, act: () => void): void;
  end(): void;
  reset(): void;
}

export interface Fault {
  readonly name: string;
  readonly pause: Pause;
  readonly orders: number;
  /** Plays the response to a request: the `number`th of the fault, with its own correct response. */
  readonly play: (number: number, ok: string, connection: Sent) => void;
  /** True when the service takes the order. Default yes. */
  readonly takes?: (number: number) => boolean;
  /** The operation. Default createOrder. */
  readonly call?: 'createOrder' | 'cancelAllOrders' | 'getOpenOrders';
  /** Ends each call of the client from this number on: its deadline in milliseconds, or an abort after so many. */
  readonly timeoutMs?: number;
  readonly abortMs?: number;
  /** Bytes that it writes late are meant to arrive before the second order. */
  readonly beforeSecond?: boolean;
  /** Nothing listens on its port. */
  readonly refuses?: boolean;
  /** The expected outcome of each order, where every transport can know it; otherwise anything that is not wrong. */
  readonly expected?: readonly string[] | undefined;
  /** Runs that only some transports promise to end in this way; the others may say `unknown`. */
  readonly best?: readonly string[];
}

export const response = (status: string, body: string, headers = ''): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`;

const REFUSAL = response('400 Bad Request', '{"code":"-1121","msg":"stray"}');
/** The id that order 1 has. */
const PREVIOUS = response('200 OK', '{"orderId":"9001"}');
const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
const TAKEN = ['accepted', 'accepted', 'accepted'] as const;

/** Plays one response, given the correct one. */
type Respond = (ok: string, connection: Sent) => void;

/** An answer to nothing, in every way that it can arrive: `first` does it behind the response to order 1. */
function unasked(name: string, pause: Pause, first: Respond): Fault {
  return {
    name,
    pause,
    orders: 3,
    beforeSecond: true,
    best: TAKEN,
    play: (number, ok, connection) => (number === 1 ? first(ok, connection) : connection.write(ok)),
  };
}

/** The second request, on a connection that was used before, ends so. */
function onReuse(name: string, second: Respond, more: Partial<Fault> = {}): Fault {
  return {
    name,
    pause: 'idle',
    orders: 3,
    expected: ['accepted', 'unknown', 'accepted'],
    play: (number, ok, connection) => (number === 2 ? second(ok, connection) : connection.write(ok)),
    ...more,
  };
}

const half = (text: string): string => text.slice(0, Math.floor(text.length / 2));
const chunked = (text: string): string =>
  `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const reset: Respond = (_ok, connection) => connection.reset();
const close: Respond = (_ok, connection) => connection.end();
const silent: Respond = () => {};

/** The response, and something more when the connection is idle again. */
function thenLater(act: (connection: Sent) => void): Respond {
  return (ok, connection) => {
    connection.write(ok);
    connection.later(20, () => act(connection));
  };
}

const thenText = (text: string): Respond => thenLater((connection) => connection.write(text));
const thenClose = thenLater((connection) => connection.end());
const thenReset = thenLater((connection) => connection.reset());

const PAUSES: readonly Pause[] = ['none', 'idle', 'busy'];
const EXTRAS: readonly [name: string, text: string][] = [
  ['a refusal', REFUSAL],
  ["the previous order's id", PREVIOUS],
];

export const FAULTS: readonly Fault[] = [
  // One response too many.
  ...EXTRAS.flatMap(([what, extra]) => [
    ...PAUSES.map((pause) =>
      unasked(`${what} in the same packet as the response, then ${pause}`, pause, (ok, c) => c.write(ok + extra)),
    ),
    unasked(`${what} 20 ms later, while idle`, 'idle', thenText(extra)),
    unasked(`${what} 20 ms later, while computing`, 'busy', thenText(extra)),
    unasked(`${what} three times, while computing`, 'busy', thenText(extra.repeat(3))),
    unasked(`half of ${what} in the same packet, then idle`, 'idle', (ok, c) => c.write(ok + half(extra))),
    unasked(`half of ${what} in the same packet, the rest while idle`, 'idle', (ok, c) =>
      thenText(extra.slice(half(extra).length))(ok + half(extra), c),
    ),
    unasked(`half of ${what} while computing`, 'busy', thenText(half(extra))),
  ]),
  unasked('a refusal behind a chunked response, while computing', 'busy', (ok, c) =>
    thenText(REFUSAL)(chunked(ok.slice(ok.indexOf('{'))), c),
  ),
  unasked('half of a refusal in the packet of a chunked response', 'idle', (ok, c) =>
    c.write(chunked(ok.slice(ok.indexOf('{'))) + half(REFUSAL)),
  ),
  unasked('103 Early Hints, while computing', 'busy', thenText(EARLY_HINTS)),
  unasked('a line break, while computing', 'busy', thenText('\r\n')),
  ...(['idle', 'busy'] as const).map((pause) =>
    unasked(`408 and a close, while ${pause === 'idle' ? 'idle' : 'computing'}`, pause, (ok, c) => {
      c.write(ok);
      c.later(20, () => c.write(response('408 Request Timeout', '', 'Connection: close\r\n')));
      c.later(22, () => c.end());
    }),
  ),
  unasked('the rest of a body whose length was too short, while computing', 'busy', thenText(',"status":"NEW"}')),
  // Connections that end while nothing is under way.
  unasked('a close while idle', 'idle', thenClose),
  unasked('a close while computing', 'busy', thenClose),
  unasked('a reset while idle', 'idle', thenReset),
  unasked('a reset while computing', 'busy', thenReset),
  unasked('a close right behind a response that does not announce it', 'none', (ok, c) => (c.write(ok), c.end())),
  // Connections that break under a request.
  onReuse('a reset instead of a response', reset),
  onReuse('a close instead of a response', close),
  onReuse('a reset instead of a response, bulk cancel', reset, { call: 'cancelAllOrders' }),
  onReuse('a close instead of a response, bulk cancel', close, { call: 'cancelAllOrders' }),
  onReuse('a reset instead of a response, read', reset, { call: 'getOpenOrders' }),
  onReuse('a close instead of a response, read', close, { call: 'getOpenOrders' }),
  onReuse('a reset inside the head', (ok, c) => (c.write(ok.slice(0, 20)), c.later(10, () => c.reset()))),
  onReuse('a close inside the head', (ok, c) => (c.write(ok.slice(0, 20)), c.end())),
  onReuse('a reset inside the body', (ok, c) => (c.write(ok.slice(0, -4)), c.later(10, () => c.reset()))),
  onReuse('a close inside the body', (ok, c) => (c.write(ok.slice(0, -4)), c.end())),
  onReuse('a close inside a chunked body', (ok, c) => {
    c.write(chunked(ok.slice(ok.indexOf('{'))).slice(0, -5));
    c.end();
  }),
  {
    name: 'a reset instead of a response, new connection',
    pause: 'none',
    orders: 1,
    expected: ['unknown'],
    play: (_number, _ok, connection) => connection.reset(),
  },
  onReuse('bytes that are not HTTP instead of a response', (_ok, c) => c.write('SSH-2.0-OpenSSH_9.2\r\n')),
  // Deadlines and aborts.
  onReuse('no response, deadline', silent, { timeoutMs: 300 }),
  onReuse('no response, abort', silent, { abortMs: 100 }),
  onReuse('no response, deadline, bulk cancel', silent, { timeoutMs: 300, call: 'cancelAllOrders' }),
  onReuse('half a body, deadline', (ok, c) => c.write(ok.slice(0, -4)), { timeoutMs: 300 }),
  // HTTP allows these.
  onReuse('100 and 103 before the response', (ok, c) => c.write(`HTTP/1.1 100 Continue\r\n\r\n${EARLY_HINTS}${ok}`), {
    expected: undefined,
    best: TAKEN,
  }),
  onReuse(
    '102 four times before the response, in packets of their own',
    (ok, c) => {
      for (let i = 0; i < 4; i++) c.later(5 * i, () => c.write('HTTP/1.1 102 Processing\r\n\r\n'));
      c.later(30, () => c.write(ok));
    },
    { expected: TAKEN },
  ),
  onReuse('a response byte by byte', (ok, c) => [...ok].forEach((byte) => c.write(byte)), { expected: TAKEN }),
  onReuse(
    'a response that ends with its connection',
    (ok, c) => {
      c.write(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${ok.slice(ok.indexOf('{'))}`);
      c.end();
    },
    { expected: TAKEN },
  ),
  onReuse('a refusal', (_ok, c) => c.write(response('400 Bad Request', '{"code":"-1121"}')), {
    expected: ['accepted', 'rejected', 'accepted'],
    takes: (number) => number !== 2,
  }),
  onReuse('503', (_ok, c) => c.write(response('503 Service Unavailable', 'no'))),
  onReuse('307 to another path', (_ok, c) => c.write(response('307 Temporary Redirect', '', 'Location: /other\r\n'))),
  {
    name: 'a refused connection',
    pause: 'none',
    orders: 2,
    refuses: true,
    best: ['not-sent', 'not-sent'],
    play: () => {},
  },
];

/** Length of a busy or idle pause: the server writes what it writes within 25 ms. */
export const PAUSE_MS = 90;
