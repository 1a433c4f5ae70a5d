import type { Peer } from '../peer.js';
import { anthropic } from './anthropic.js';
import { binanceOfficial } from './binance-official.js';
import { binance } from './binance.js';
import { bybitApi } from './bybit-api.js';
import { ccxt } from './ccxt.js';
import { futuresTradingClient } from './futures-trading-client.js';
import { kucoin } from './kucoin.js';
import { octokit } from './octokit.js';
import { okxApi } from './okx-api.js';
import { openai } from './openai.js';

/** This client first, then those that create things in general, then those that create orders. */
export const PEERS: readonly Peer[] = [
  futuresTradingClient,
  openai,
  anthropic,
  octokit,
  ccxt,
  binanceOfficial,
  binance,
  bybitApi,
  kucoin,
  okxApi,
];
