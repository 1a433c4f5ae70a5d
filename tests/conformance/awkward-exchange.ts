import { createHmac } from 'node:crypto';
import { headerOf, type Recorded, startServer } from '../support/raw-server.js';

const CREDENTIALS = { apiKey: 'Key-One', apiSecret: 'Secret-One' };

export interface BookOrder {
  readonly id: string;
  readonly name: string;
  readonly contract: string;
  readonly atMs: number;
  open: boolean;
  closedMs?: number;
  isHidden?: boolean;
  isFilled?: boolean;
}

/** The ways in which an exchange is awkward. Left out: it is not. */
export interface Habits {
  /** True when a list shows an order; `look` counts the lists. */
  readonly lists?: ((order: BookOrder, nowMs: number, look: number) => boolean) | undefined;
  /** The owner's next order, where one is placed before a list is answered. */
  readonly owner?: (book: readonly BookOrder[], nowMs: number) => string | undefined;
  /** Lists are so old, milliseconds. */
  readonly lagMs?: number;
  readonly create?: 'with 500' | 'with 400' | 'with a refusal of 200' | 'and hangs' | 'without id' | 'twice';
  readonly refuses?: 500 | 400 | 200;
  /** The first cancel may take the order off the lists, and the second end it, or none. */
  readonly cancel?: 'kept' | 'refused' | 'hidden' | 'hidden for good';
  readonly onCancelAll?: () => void;
  readonly isNamed?: boolean;
  readonly isLookedUp?: boolean;
  /** Orders are looked up by so many characters of their names. */
  readonly nameLength?: number;
  readonly before?: readonly string[];
  /** Calls that are answered in a span of milliseconds; the others have status 429. */
  readonly allows?: { readonly calls: number; readonly inMs: number; readonly retryAfter?: string };
}

/** A book of orders over HTTP that checks signatures and shares no code with the sandbox. It ends with the test. */
export async function startAwkward(now: () => number, habits: Habits = {}) {
  const { lists = () => true, lagMs = 0, create, refuses, cancel, isNamed = true, isLookedUp = true, allows } = habits;
  const book: BookOrder[] = [];
  let lastId = 2_006_628_908_041_292_008n;
  let look = 0;
  let times: number[] = [];
  let refused = 0;

  const add = (name: string, contract: string): BookOrder => {
    const order = { id: String(++lastId), name, contract, atMs: now(), open: true };
    book.push(order);
    return order;
  };
  const end = (order: BookOrder): void => void Object.assign(order, { open: false, closedMs: now() });
  for (const name of habits.before ?? []) add(name, 'E-BTC-USDT');

  function answer(method: string, url: URL, input: Input): { status: number; body: unknown } | undefined {
    const ok = (body: unknown) => ({ status: 200, body });
    const no = (status: number) => ({ status, body: { code: '-2013', msg: 'no' } });
    const shown = ({ id, name, open, contract, isFilled }: BookOrder) => ({
      orderId: id,
      contractName: contract,
      status: open ? 'NEW' : isFilled === true ? 'FILLED' : 'CANCELED',
      ...(isNamed && { clientId: name }),
    });
    switch (`${method} ${url.pathname}`) {
      case 'POST /fapi/v1/order': {
        if (refuses !== undefined) return no(refuses);
        const order = add(input.clientOrderId ?? '', input.contractName ?? '');
        if (create === 'twice') add(order.name, order.contract);
        if (create === 'and hangs') return undefined;
        if (create === 'without id') return ok({});
        const status = STATUS.get(create);
        return status === undefined ? ok({ orderId: order.id }) : no(status);
      }
      case 'POST /fapi/v1/cancel': {
        const hit = book.filter(
          ({ id, contract, open }) =>
            open && contract === input.contractName && (!input.orderId || id === input.orderId),
        );
        if (cancel === 'refused' || (input.orderId && hit.length === 0)) return no(200);
        for (const order of cancel === 'kept' ? [] : hit) {
          if (cancel === undefined || (cancel === 'hidden' && order.isHidden)) end(order);
          order.isHidden = cancel !== undefined;
        }
        return ok({ code: '0' });
      }
      case 'POST /fapi/v1/cancel_all':
        habits.onCancelAll?.();
        book.filter(({ open }) => open).forEach(end);
        return ok({ code: '0' });
      case 'GET /fapi/v1/openOrders': {
        look++;
        const owned = habits.owner?.(book, now());
        if (owned !== undefined) add(owned, 'E-BTC-USDT');
        const wanted = book.filter(({ contract }) => [contract, undefined].includes(input.contractName));
        const asOfMs = now() - lagMs;
        const isThere = ({ atMs, closedMs = Infinity, isHidden }: BookOrder) =>
          atMs <= asOfMs && closedMs > asOfMs && isHidden !== true;
        return ok(wanted.filter((order) => isThere(order) && lists(order, now(), look)).map(shown));
      }
      case 'GET /fapi/v1/order': {
        const cut = (name?: string): string | undefined => name?.slice(0, habits.nameLength);
        const order = book.find(({ id, name }) => id === input.orderId || cut(name) === cut(input.clientOrderId));
        return isLookedUp && order !== undefined ? ok(shown(order)) : no(200);
      }
      default:
        return ok([]);
    }
  }

  const { origin: baseUrl } = await startServer((response, request) => {
    const url = new URL(request.target, 'http://exchange');
    const send = (status: number, body: unknown, headers = {}): void =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    times = times.filter((atMs) => atMs > now() - (allows?.inMs ?? 0));
    if (allows !== undefined && times.length >= allows.calls) {
      refused++;
      return send(429, {}, allows.retryAfter === undefined ? {} : { 'retry-after': allows.retryAfter });
    }
    times.push(now());
    if (url.pathname === '/fapi/v1/ping') return send(200, {});
    if (url.pathname === '/fapi/v1/time') return send(200, { serverTime: now(), timezone: 'UTC' });
    if (url.pathname === '/pub/contracts') return send(200, CONTRACTS);
    if (!isSigned(request)) return send(401, { code: '-1022', msg: 'signature' });
    const given = request.body.length === 0 ? {} : (JSON.parse(request.body.toString()) as Input);
    const answered = answer(request.method, url, { ...Object.fromEntries(url.searchParams), ...given });
    if (answered !== undefined) send(answered.status, answered.body);
  });
  return {
    baseUrl,
    credentials: CREDENTIALS,
    book,
    get refused() {
      return refused;
    },
  };
}

const STATUS: ReadonlyMap<Habits['create'], number> = new Map([
  ['with 500', 500],
  ['with 400', 400],
  ['with a refusal of 200', 200],
]);

interface Input {
  readonly contractName?: string;
  readonly orderId?: string;
  readonly clientOrderId?: string;
}

const CONTRACTS = {
  code: '0',
  msg: 'success',
  data: {
    contracts: ['BTC', 'ETH'].map((base) => ({ base_currency: base, quote_currency: 'USDT', last_price: '2000.0' })),
  },
};

function isSigned(request: Recorded): boolean {
  const text = `${headerOf(request, 'X-CH-TS')}${request.method}${request.target}${request.body.toString()}`;
  const right = createHmac('sha256', CREDENTIALS.apiSecret).update(text).digest('hex');
  return headerOf(request, 'X-CH-APIKEY') === CREDENTIALS.apiKey && headerOf(request, 'X-CH-SIGN') === right;
}
