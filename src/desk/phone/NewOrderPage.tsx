import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { type ReactNode, useRef, useState } from 'react'

import type { PlacedPhoneOrder } from '#contract/staff/phoneOrders.ts'
import { useDeliveryPlace } from '#desk/address/deliveryPlace.ts'
import { Page } from '#desk/app/frame/Page.tsx'
import { sessionAtom } from '#desk/app/session.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { useFieldProblems } from '#desk/ui/form/useForm.ts'
import { AddressCard } from './AddressCard.tsx'
import { CustomerCard } from './CustomerCard.tsx'
import { type Draft, savedAddressOf, useDraft } from './draft.ts'
import { ItemsCard } from './ItemsCard.tsx'
import { LinksCard } from './LinksCard.tsx'
import styles from './NewOrderPage.module.css'
import { contentOf, problemInOrder, problemsByField } from './orderContent.ts'
import { PlacedCard } from './PlacedCard.tsx'
import { placeOrder, useCaller, useLinkOrders, useOwnWarehouse, useQuote } from './phoneOrder.ts'
import { PriceCard } from './PriceCard.tsx'
import { texts } from './texts.ts'

/** An order for a customer on the phone. */
export default function NewOrderPage() {
  const session = useAtomValue(sessionAtom)
  return session && <NewOrder personId={session.person.id} />
}

function NewOrder({ personId }: { personId: string }) {
  const stored = useDraft(personId)
  const { draft, change } = stored
  const [placed, setPlaced] = useState<PlacedPhoneOrder>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const links = useLinkOrders()
  const caller = useCaller(draft.phone)
  const saved = savedAddressOf(draft, caller.customer)
  const check = useDeliveryPlace(saved?.postalCode ?? draft.address.postalCode, saved)
  const warehouse = useOwnWarehouse(check)
  const priced = useQuote({
    draft,
    warehouse: warehouse?.id,
    ...{ customerId: caller.customer?.id, addressId: saved?._id },
  })
  const form = useRef<HTMLDivElement>(null)
  const order = { draft, caller, saved, check, warehouse, quote: priced.quote }
  const { problems, ...fieldProblems } = useFieldProblems(form, problemsByField(order))
  const shared = { draft, problems, onChange: (changes: Partial<Draft>) => void update(changes) }

  function update(changes: Partial<Draft>) {
    setProblem(undefined)
    change(changes)
  }

  async function submit() {
    if (isBusy) return
    fieldProblems.show()
    const refusal = problemInOrder(order)
    if (refusal || !priced.quote) return setProblem(refusal ?? texts.priceLater)
    setBusy(true)
    setProblem(undefined)
    const attempt = stored.attemptFor(
      contentOf({ ...order, totalPaise: priced.quote.totalPaise }),
      warehouse?.promisedBy,
    )
    const outcome = await placeOrder(attempt)
    setBusy(false)
    if (outcome.kind === 'placed') {
      stored.clear()
      fieldProblems.clear()
      links.refresh()
      return setPlaced(outcome.order)
    }
    if (outcome.kind === 'refused') {
      stored.dropKey()
      priced.retry()
    }
    setProblem(outcome.problem)
  }

  if (placed) {
    return (
      <NewOrderFrame>
        <div className={styles.column}>
          <PlacedCard order={placed} onNext={() => setPlaced(undefined)} />
        </div>
        <div className={styles.column}>
          <LinksCard read={links} />
        </div>
      </NewOrderFrame>
    )
  }
  return (
    <NewOrderFrame
      {...(!stored.isEmpty && {
        onDiscard: () => {
          setProblem(undefined)
          fieldProblems.clear()
          stored.clear()
          // The button that had the focus is gone.
          form.current?.querySelector('input')?.focus()
        },
      })}
    >
      <div ref={form} className={styles.column}>
        {stored.isRestored && !stored.isEmpty && <Note kind="info">{texts.restored}</Note>}
        <CustomerCard {...shared} caller={caller} />
        <AddressCard {...shared} customer={caller.customer} check={check} warehouse={warehouse} />
        <ItemsCard {...shared} quote={priced.quote} warehouse={warehouse} />
      </div>
      <div className={styles.column}>
        <PriceCard
          {...shared}
          {...{ priced, problem, isBusy, promisedBy: warehouse?.promisedBy }}
          onPlace={() => void submit()}
        />
        <LinksCard read={links} />
      </div>
    </NewOrderFrame>
  )
}

type FrameProps = { onDiscard?: () => void; children: ReactNode }

function NewOrderFrame({ onDiscard, children }: FrameProps) {
  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      back={{ to: '/board', label: texts.back }}
      {...(onDiscard && {
        actions: (
          <Button variant="quiet" onClick={onDiscard}>
            {texts.discard}
          </Button>
        ),
      })}
    >
      <div className={styles.columns}>{children}</div>
    </Page>
  )
}
