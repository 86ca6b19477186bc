import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useLayoutEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'

import type { StaffOrder } from '#contract/staff/board.ts'
import type { StaffCallName } from '#contract/api/staffCalls.ts'
import { correctableStates } from '#contract/staff/addressChange.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import { Page } from '#desk/app/frame/Page.tsx'
import { mayRequest } from '#desk/app/permissions.ts'
import { errorText } from '#desk/app/request.ts'
import { sessionAtom } from '#desk/app/session.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import { LoadingRows, PageState } from '#desk/ui/feedback/PageState.tsx'
import { ApiError } from '#platform/api/apiError.ts'
import { AddressDialog } from './changes/AddressDialog.tsx'
import type { ItemChange } from './changes/itemChanges.ts'
import { ItemDialog } from './changes/ItemDialog.tsx'
import { MoveProblem } from './Messages.tsx'
import { MoveDialog } from './changes/MoveDialog.tsx'
import { useOrder } from './orderData.ts'
import { OrderCustomer } from './OrderCustomer.tsx'
import { OrderItems } from './OrderItems.tsx'
import { OrderMoney } from './OrderMoney.tsx'
import { OrderMoves, PhoneMoves } from './OrderMoves.tsx'
import styles from './OrderPage.module.css'
import { StateBadge } from '#desk/ui/StateBadge.tsx'
import { useTimeText } from '#desk/ui/time/timeText.ts'
import { OrderPromise, TrialTag } from './OrderParts.tsx'
import { OrderProof } from './OrderProof.tsx'
import { OrderReturns } from './returns/OrderReturns.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { RefundDialog } from './changes/RefundDialog.tsx'
import { useShortcuts } from './shortcuts.ts'
import { texts } from './texts.ts'

/** One order: what it is, and what can be done with it now. */
export default function OrderPage() {
  const { number = '' } = useParams()
  const session = useAtomValue(sessionAtom)
  if (!session) return null
  return <LoadedOrder key={number} number={number} role={session.person.role} />
}

function LoadedOrder({ number, role }: { number: string; role: StaffRole }) {
  const data = useOrder(number)
  const { order, problem } = data
  const back = useBack()
  useLayoutEffect(() => void scrollTo(0, 0), [])
  useShortcuts({ escape: back })
  if (order) return <Order order={order} data={data} role={role} onBack={back} />
  const isMissing = problem instanceof ApiError && problem.code === 'not_found'
  return (
    <Page title={number}>
      {problem ? (
        <PageState
          icon={isMissing ? 'search' : 'alert'}
          title={isMissing ? texts.order.notFound : texts.order.couldNotLoad}
          body={isMissing ? texts.order.notFoundBody : errorText(problem, '')}
        >
          <Button onClick={isMissing ? back : data.retry}>
            {isMissing ? texts.back : frameTexts.tryAgain}
          </Button>
        </PageState>
      ) : (
        <LoadingRows label={texts.order.loading} />
      )}
    </Page>
  )
}

type OrderProps = {
  order: StaffOrder
  data: ReturnType<typeof useOrder>
  role: StaffRole
  onBack: () => void
}

function Order({ order, data, role, onBack }: OrderProps) {
  const timeText = useTimeText()
  const { lostSince, moving, changing } = data
  const canMove = lostSince === undefined
  const isAllowed = (call: StaffCallName) => mayRequest(role, call)
  const canCorrect =
    isAllowed('correctAddress') &&
    canMove &&
    correctableStates.some((state) => state === order.state)
  const correct = () => changing.open('address')
  useShortcuts(canCorrect ? { [texts.correct.key.toLowerCase()]: correct } : {})
  return (
    <Page
      title={order.number}
      subtitle={order.customer}
      actions={
        <button type="button" className={styles.back} aria-label={texts.back} onClick={onBack}>
          <Icon name="back" />
        </button>
      }
    >
      <div className={styles.head}>
        <StateBadge state={order.state} />
        {order.purchaseType === 'Try and Buy' && <TrialTag />}
        <OrderPromise order={order} isLong />
      </div>
      {lostSince !== undefined && (
        <div className={styles.message} role="alert">
          <Icon name="alert" />
          <p>{texts.order.stale(timeText(lostSince))}</p>
          <Button size="s" onClick={data.retry}>
            {frameTexts.tryAgain}
          </Button>
        </div>
      )}
      {moving.problem && (
        <MoveProblem result={moving.problem} hasLink={false} onClose={moving.closeProblem} />
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <OrderItems
            order={order}
            {...(isAllowed('cancelItem') &&
              canMove && { onChange: (line) => changing.open({ line }) })}
          />
          <OrderProof order={order} />
          <OrderReturns
            order={order}
            canChange={isAllowed('moveReturn') && canMove}
            onChanged={data.show}
          />
          <div className={styles.pair}>
            <OrderCustomer order={order} {...(canCorrect && { onCorrect: correct })} />
            <OrderMoney
              order={order}
              {...(isAllowed('giveRefund') &&
                canMove && { onRefund: () => changing.open('refund') })}
            />
          </div>
          <OrderTimeline
            order={order}
            {...(isAllowed('addOrderNote') && { onNote: data.addNote })}
          />
        </div>
        <div className={styles.column}>
          <OrderMoves order={order} canMove={canMove} busy={moving.busy} onStart={moving.start} />
        </div>
      </div>
      <PhoneMoves order={order} canMove={canMove} busy={moving.busy} onStart={moving.start} />
      {moving.dialogMove && (
        <MoveDialog
          move={moving.dialogMove}
          title={texts.moves[moving.dialogMove]}
          order={order}
          problem={moving.dialogProblem}
          isBusy={moving.busy !== undefined}
          onMove={moving.confirm}
          onClose={moving.cancel}
        />
      )}
      <ChangeDialog order={order} changing={changing} />
    </Page>
  )
}

type ChangeProps = { order: StaffOrder; changing: ReturnType<typeof useOrder>['changing'] }

function ChangeDialog({ order, changing }: ChangeProps) {
  const { shown, problem, isBusy, clearProblem, close } = changing
  if (!shown) return null
  const shared = { order, problem, isBusy, onEdit: clearProblem, onClose: close }
  const onSave = (change: ItemChange) => void changing.save(change)
  if (shown === 'refund') return <RefundDialog {...shared} onSave={onSave} />
  if (shown === 'address') return <AddressDialog {...shared} onSave={onSave} />
  return <ItemDialog {...shared} line={shown.line} onSave={onSave} />
}

/** Back to the board as it was left; to its start if the order was opened by a link. */
function useBack() {
  const navigate = useNavigate()
  const { key } = useLocation()
  return () => void (key === 'default' ? navigate('/board') : navigate(-1))
}
