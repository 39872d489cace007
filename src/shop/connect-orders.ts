// Connects orders to the domains above them. Imported by each program that changes orders: the server and the command line.
import { promiseListener } from "#shop/delivery-promise/index.ts";
import { packingListener, shipmentListener } from "#shop/fulfilment/index.ts";
import { setOrderListeners } from "#shop/orders/index.ts";
import { bankTransferListener } from "#shop/payment-flow/index.ts";
import { orderChangeListener } from "#shop/self-service/index.ts";

setOrderListeners([shipmentListener, packingListener, bankTransferListener, promiseListener, orderChangeListener]);
