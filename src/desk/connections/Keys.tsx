import { Button } from '@mantine/core'
import { useState } from 'react'

import { dayText } from '#contract/values/indianTime.ts'
import type { ApiKey } from '#contract/staff/connections.ts'
import { request, useRead } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import tableStyles from '#desk/people/People.module.css'
import { Question } from '#desk/ui/dialogs/Question.tsx'
import { ConnectionSection } from './ConnectionSection.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { NewSecret } from './NewSecret.tsx'
import { texts as pageTexts } from './texts.ts'

const texts = pageTexts.keys

/** A key may be valid for a year, so its last day has one: 30 Jan 2027. */
const dateText = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
})

/** The dialog that is open: a new key, its text, or the question before a key ends. */
type Open = { kind: 'add' } | { kind: 'shown'; secret: string } | { kind: 'end'; key: ApiKey }

/** The keys of other programs. */
export function Keys() {
  const { data, problem, refresh } = useRead('readApiKeys')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const keys = data?.result.data
  return (
    <>
      <ConnectionSection
        {...{ texts, problem }}
        count={keys?.length}
        onRetry={refresh}
        onAdd={() => setOpen({ kind: 'add' })}
      >
        <KeyTable keys={keys ?? []} onEnd={(key) => setOpen({ kind: 'end', key })} />
      </ConnectionSection>
      {open?.kind === 'add' && (
        <KeyDialog
          onAdded={(secret) => {
            setOpen({ kind: 'shown', secret })
            refresh()
          }}
          onClose={close}
        />
      )}
      {open?.kind === 'shown' && (
        <NewSecret
          title={texts.shown}
          body={texts.shownBody}
          label={texts.label}
          secret={open.secret}
          onClose={close}
        />
      )}
      {open?.kind === 'end' && (
        <Question
          title={texts.endTitle(open.key.name)}
          body={texts.endBody}
          action={texts.endNow}
          busy={texts.ending}
          failure={texts.couldNotEnd}
          onConfirm={async () => {
            await request('endApiKey', { params: { id: open.key.id } })
            close()
            refresh()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

type TableProps = { keys: ApiKey[]; onEnd: (key: ApiKey) => void }

function KeyTable({ keys, onEnd }: TableProps) {
  const { columns } = texts
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.role}</th>
          <th scope="col">{columns.warehouses}</th>
          <th scope="col">{columns.expires}</th>
          <th scope="col">{columns.lastUsed}</th>
          <th scope="col" className={tableStyles.end}>
            {columns.action}
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <td className={tableStyles.name}>{key.name}</td>
            <td>{frameTexts.roles[key.role]}</td>
            <td data-label={columns.warehouses}>
              {key.warehouses.map(({ name }) => name).join(', ') || texts.allWarehouses}
            </td>
            <td data-label={columns.expires}>{dateText.format(new Date(key.expiresAt))}</td>
            <td data-label={columns.lastUsed}>
              {key.lastUsedAt ? dayText(new Date(key.lastUsedAt)) : pageTexts.never}
            </td>
            <td className={tableStyles.end}>
              <Button
                size="s"
                variant="line"
                aria-label={texts.endNamed(key.name)}
                onClick={() => onEnd(key)}
              >
                {texts.end}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
