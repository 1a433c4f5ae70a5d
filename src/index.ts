export { createFuturesClient, type FuturesClient, type FuturesClientOptions } from './futures-client.js';
export type { FormerAccount } from './orders/account.js';
export type { Lookup } from './orders/evidence.js';
export type { FoundOrder } from './orders/match.js';
export { orderState, type OrderState } from './orders/order-state.js';
export type { Recovery, RecoverOptions } from './orders/recover.js';
export type { SubmitOptions } from './orders/submit.js';
export type { Submitted } from './orders/submitted.js';
export type { OrderEvent } from './watch/order-event.js';
export type { OrderWatchEvents } from './watch/open-watch.js';
export type { WatchOptions } from './watch/watch-options.js';
export { type ApiSecret, type Credentials, credentialsFromEnv } from './client/signing/credentials.js';
export { type Dialect, documented, observed } from './client/dialect.js';
export type { ServiceClock } from './client/clock/clock.js';
export type { Explanation } from './client/explain.js';
export type { LimitedCall, Limiter, SlowDown } from './limits/limiter.js';
export type { LogEntry, Logger, LogLevel } from './client/logging/log.js';
export type { AttemptEvent } from './client/logging/observe.js';
export type { CallOptions, ClientOptions, RetryOptions } from './client/options.js';
export {
  AbortedError,
  type AnyFuturesError,
  ApiError,
  ArgumentError,
  ClockError,
  FuturesError,
  HttpStatusError,
  isFuturesError,
  JournalError,
  NetworkError,
  type Outcome,
  PagingError,
  RateLimitError,
  ResponseError,
  ResponseShapeError,
  ResponseTooLargeError,
  TimeoutError,
  TransportError,
  UnsupportedError,
} from './core/errors.js';
export { createDefaultTransport } from './transport/default-transport.js';
export type { FetchLike } from './transport/fetch.js';
export type { SignedHeaders, Transport, TransportRequest, TransportResponse } from './transport/transport.js';
// Derived from the description, name by name: a new endpoint brings its types along.
export type * from '../generated/client.js';
