import { calls } from '#contract/api/calls.ts'
import { type Notice, PushKeyReply, type Topic } from '#contract/notification.ts'
import { DoneReply } from '#contract/api/replies.ts'
import { request, send } from '#platform/api/http.ts'

export type Choice = { topics: Topic[]; hasQuietHours: boolean; offersPerWeek: number }

export async function readPushKey(): Promise<string> {
  const { result } = await send(PushKeyReply, request(calls.readPushKey))
  return result.publicKey
}

export async function subscribe(subscription: PushSubscription, choice: Choice): Promise<void> {
  const json = { subscription: subscription.toJSON(), ...choice }
  await send(DoneReply, request(calls.subscribe, { json }))
}

export async function unsubscribe({ endpoint }: PushSubscription): Promise<void> {
  await send(DoneReply, request(calls.unsubscribe, { json: { subscription: { endpoint } } }))
}

export async function askNotice(id: string, json: Notice): Promise<void> {
  await send(DoneReply, request(calls.askNotice, { params: { id }, json }))
}
