import { OrderStatus, PaymentMethod } from '#contract/order.ts'

export const orderStatuses = OrderStatus.options
export const paymentMethods = PaymentMethod.options
