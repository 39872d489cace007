export {
  buildPromiseEmail,
  changePromise,
  promisableDays,
  type PromiseBefore,
  restorePromise,
} from "./change-promise.ts";
export { confirmShorter, listAdjustments, listFulfilledPromises } from "./measure-promises.ts";
export { insertPromise, promisedDays, promiseListener, replacePromise } from "./order-promise.ts";
export { type DeliveryPromise, promiseDelivery, promisedPlaceOf, promisedPlaceOfOrder } from "./promise-delivery.ts";
export { promiseJobs } from "./promise-jobs.ts";
export { handlingDaysSetting, promiseSettings } from "./promise-settings.ts";
export { deliveryPromiseRoutes } from "./routes.ts";
