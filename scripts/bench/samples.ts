/** Wire texts as hosts write them (field-evidence): ids of 19 digits as numbers, decimals with their zeros. */

export const ORDER =
  '{"orderId":2592963899393979422,"contractName":"E-BTC-USDT","side":"BUY","action":"OPEN","type":"LIMIT",' +
  '"price":10000.0000000000000000,"origQty":1.0000000000000000,"executedQty":0,"avgPrice":0E-8,' +
  '"transactTime":"1607702400000","status":"NEW","timeInForce":"1","tradeFee":0.0000000000,"realizedAmount":0,"fills":[]}';

export const HISTORY_OF_100 = `[${Array.from(
  { length: 100 },
  (_, i) =>
    `{"orderId":77729388696807${10000 + i},"clientId":"0","ctimeMs":1632903411000,"ctime":"2021-09-29T16:16:51",` +
    '"positionType":2,"side":"BUY","openOrClose":"OPEN","leverageLevel":26,"type":4,"status":4,"volume":2,' +
    '"dealVolume":1,"price":41000,"avgPrice":41000,"dealMoney":4.1,"openTakerFeeRate":0.00065,' +
    '"openMakerFeeRate":0.00025,"closeTakerFeeRate":0.00065,"closeMakerFeeRate":0.00025,"contractId":1,' +
    '"contractName":"E-BTC-USDT"}',
).join()}]`;

export const CONTRACTS_300 = `{"code":"0","msg":"success","data":{"contracts":[${Array.from(
  { length: 300 },
  (_, i) =>
    `{"ticker_id":"C${i}-PERPUSDT","base_currency":"C${i}","quote_currency":"USDT","last_price":"1.959",` +
    '"base_volume":"67282.6","quote_volume":"133293.8","volume_usd":"133304.463504","bid":"1.958","ask":"1.961",' +
    '"high":"2.021","low":"1.902","product_type":"Perpetual","open_interest":"1898",' +
    '"open_interest_usd":"3723.541192799999493826176","index_price":"1.9616666666666664","creation_timestamp":0,' +
    '"expiry_timestamp":0,"funding_rate":"0.0001","next_funding_rate":"0.0001",' +
    '"next_funding_rate_timestamp":1751299200000,"open_maker_fee":"0.0003","open_taker_fee":"0.0005",' +
    '"close_maker_fee":"0.0003","close_taker_fee":"0.0005","contract_type":"Vanilla","contract_price":"1.959",' +
    '"contract_price_currency":"USDT","timestamp":1751281672227}',
).join()}]}}`;

/** Text as it comes off a socket: one flat string. Text put together in JavaScript is slower to read. */
export const fromWire = (text: string): string => Buffer.from(text).toString();

export const RECEIPT = '{"orderId":3302507625176983697}';

export const ORDER_INPUT = {
  contractName: 'E-BTC-USDT',
  price: 65000.5,
  volume: 1,
  type: 'LIMIT',
  side: 'BUY',
  open: 'OPEN',
  positionType: 1,
} as const;

export const CREDENTIALS = { apiKey: 'bench-key', apiSecret: 'bench-secret' };
