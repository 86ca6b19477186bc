import { Button } from '@mantine/core'
import { useState } from 'react'

import { clockTime, dayText } from '#contract/values/indianTime.ts'
import { type HistoryEntry, HistorySubject } from '#contract/staff/people.ts'
import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { Page } from '#desk/app/frame/Page.tsx'
import { errorText, request, useRead } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { moneyText } from '#desk/ui/money.ts'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { stateNames } from '#desk/ui/orderStates.ts'
import { PageState } from '#desk/ui/feedback/PageState.tsx'
import { SelectField } from '#desk/ui/form/Fields.tsx'
import formStyles from '#desk/ui/form/Form.module.css'
import { dayTimeText } from '#desk/ui/time/timeText.ts'
import { useDebounced } from '#platform/rendering/delayedState.ts'
import styles from './People.module.css'
import { texts } from './texts.ts'

const typingPauseMs = 300

/** Every change that people and the command line made, newest first. */
export default function HistoryPage() {
  const [search, setSearch] = useState('')
  const [subject, setSubject] = useState<HistorySubject | ''>('')
  const debouncedSearch = useDebounced(search, typingPauseMs)
  return (
    <Page title={texts.history} isFlush>
      <div className={styles.tools} role="search">
        <label className={formStyles.field}>
          <span>{texts.search}</span>
          <input
            type="search"
            placeholder={texts.searchHint}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </label>
        <SelectField
          name={texts.subject}
          value={subject}
          options={[
            { value: '', label: texts.allSubjects },
            ...HistorySubject.options.map((value) => ({ value, label: texts.subjects[value] })),
          ]}
          onChoose={setSubject}
        />
      </div>
      <Entries
        key={`${debouncedSearch} ${subject}`}
        query={{ search: debouncedSearch, subject: subject || undefined }}
      />
    </Page>
  )
}

type Query = { search: string; subject: HistorySubject | undefined }

function Entries({ query }: { query: Query }) {
  const { data, problem, refresh } = useRead('readHistory', { query })
  const [older, setOlder] = useState<{ entries: HistoryEntry[]; cursor: string | null }>()
  const [isLoading, setLoading] = useState(false)
  const [moreProblem, setMoreProblem] = useState<string>()

  if (!data) {
    const own = { loading: texts.loadingHistory, couldNotLoad: texts.couldNotLoadHistory }
    return <LoadState problem={problem} onRetry={refresh} texts={own} />
  }
  const entries = [...data.result.data, ...(older?.entries ?? [])]
  const cursor = older ? older.cursor : data.result.cursor
  if (entries.length === 0) {
    return <PageState icon="d-history" title={texts.emptyHistory} body={texts.emptyHistoryBody} />
  }

  async function loadMore() {
    if (isLoading || !cursor) return
    setLoading(true)
    setMoreProblem(undefined)
    try {
      const { result } = await request('readHistory', { query: { ...query, cursor } })
      setOlder((before) => ({
        entries: [...(before?.entries ?? []), ...result.data],
        cursor: result.cursor,
      }))
    } catch (error) {
      setMoreProblem(errorText(error, texts.couldNotLoadHistory))
    } finally {
      setLoading(false)
    }
  }

  const { historyColumns: columns } = texts
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{columns.at}</th>
            <th scope="col">{columns.by}</th>
            <th scope="col">{columns.what}</th>
            <th scope="col">{columns.change}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
      <div className={styles.more}>
        {moreProblem && <Note kind="bad">{moreProblem}</Note>}
        {cursor && (
          <Button variant="line" onClick={() => void loadMore()}>
            {isLoading ? texts.loadingMore : texts.more}
          </Button>
        )}
      </div>
    </>
  )
}

function Entry({ entry: { at, by, role, name, action, before, after } }: { entry: HistoryEntry }) {
  const time = new Date(at)
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <tr>
      <td className={styles.when}>
        <p>{dayText(time)}</p>
        <p className={styles.muted}>{clockTime(time)}</p>
      </td>
      <td>
        <p>{by}</p>
        {role && <p className={styles.muted}>{frameTexts.roles[role]}</p>}
      </td>
      <td>
        <p className={styles.name}>{name}</p>
        <p>{action}</p>
      </td>
      <td>
        <div className={styles.change}>
          {fields.map((field) => (
            <FieldChange key={field} {...{ field, before, after }} />
          ))}
        </div>
      </td>
    </tr>
  )
}

type FieldChangeProps = Pick<HistoryEntry, 'before' | 'after'> & { field: string }

/** What is the same before and after says what was changed, such as the item of an order. */
function FieldChange({ field, before, after }: FieldChangeProps) {
  const [from, to] = [before, after].map((values) =>
    field in values ? valueText(field, values[field]) : undefined,
  )
  const isSame = from === to
  return (
    <p>
      <span className={styles.muted}>{`${wordsOf(field)}: `}</span>
      {isSame && <span>{to}</span>}
      {!isSame && from !== undefined && <del>{from}</del>}
      {!isSame && from !== undefined && to !== undefined && <span aria-hidden="true">→ </span>}
      {!isSame && to !== undefined && <ins>{to}</ins>}
    </p>
  )
}

const fieldNames: Record<string, string> = texts.fieldNames

/** What a field of a change is called: 'netPaise' is 'net', if it has no name of its own. */
const wordsOf = (field: string): string =>
  fieldNames[field] ??
  field.replace(/Paise$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** The words for the values of these fields. */
const valueNames: Record<string, Record<string, string>> = {
  state: stateNames,
  role: frameTexts.roles,
  reason: texts.reasons,
}

function valueText(field: string, value: unknown): string {
  if (field.endsWith('Paise') && typeof value === 'number') return moneyText(value)
  if (field === 'promisedBy' && typeof value === 'string') return dayTimeText(value)
  if (typeof value === 'string') return valueNames[field]?.[value] ?? (value || texts.nothing)
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (Array.isArray(value)) return value.join(', ') || texts.nothing
  if (value === null || value === undefined) return texts.nothing
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
