import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useState } from 'react'

import { dayText } from '#contract/values/indianTime.ts'
import type { ListedPerson, StaffPerson } from '#contract/staff/people.ts'
import { mayChange, rolesBelow } from '#contract/staff/roles.ts'
import { LoadState } from '#desk/app/frame/LoadState.tsx'
import { Page } from '#desk/app/frame/Page.tsx'
import { useRead } from '#desk/app/request.ts'
import { sessionAtom } from '#desk/app/session.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { Icon } from '#desk/ui/media/Icon.tsx'
import styles from './People.module.css'
import { PersonDialog } from './PersonDialog.tsx'
import { texts } from './texts.ts'

/** The people of the store: who may do what, where, and when they were last here. */
export default function PeoplePage() {
  const session = useAtomValue(sessionAtom)
  const { data, problem, refresh } = useRead('readPeople')
  const [edited, setEdited] = useState<ListedPerson | 'new'>()
  if (!session) return null
  const { role } = session.person
  const own = scopeOf(session.person)
  const people = data?.result.data
  return (
    <Page
      title={texts.title}
      isFlush
      actions={
        <Button
          variant="go"
          leftSection={<Icon name="plus" size="s" />}
          onClick={() => setEdited('new')}
        >
          {texts.add}
        </Button>
      }
    >
      {!people && <LoadState problem={problem} onRetry={refresh} texts={texts} />}
      {people && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{texts.columns.name}</th>
              <th scope="col">{texts.columns.role}</th>
              <th scope="col">{texts.columns.warehouses}</th>
              <th scope="col">{texts.columns.lastUsed}</th>
              <th scope="col">{texts.columns.logIn}</th>
              <th scope="col">{texts.columns.devices}</th>
              <th scope="col" className={styles.end}>
                {texts.columns.action}
              </th>
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                {...(mayChange(own, scopeOf(person)) && {
                  onChange: () => setEdited(person),
                })}
              />
            ))}
          </tbody>
        </table>
      )}
      {edited && (
        <PersonDialog
          roles={rolesBelow[role]}
          {...(edited !== 'new' && { person: edited })}
          onSaved={() => {
            setEdited(undefined)
            refresh()
          }}
          onDevicesChanged={refresh}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  )
}

const scopeOf = ({ role, warehouses }: StaffPerson) => ({
  role,
  warehouseIds: warehouses.map(({ id }) => id),
})

type RowProps = { person: ListedPerson; onChange?: () => void }

function PersonRow({ person, onChange }: RowProps) {
  const { name, contactNumber, role, warehouses, isActive, lastUsedAt, deviceCount, hasPasskey } =
    person
  return (
    <tr data-disabled={isActive ? undefined : true}>
      <td>
        <p className={styles.name}>{name}</p>
        <p className={styles.muted}>{contactNumber}</p>
      </td>
      <td>
        <p>{frameTexts.roles[role]}</p>
        {!isActive && <p>{texts.disabled}</p>}
      </td>
      <td data-label={texts.columns.warehouses}>
        {warehouses.map((warehouse) => warehouse.name).join(', ') || texts.allWarehouses}
      </td>
      <td data-label={texts.columns.lastUsed}>
        {lastUsedAt ? dayText(new Date(lastUsedAt)) : texts.never}
      </td>
      <td data-label={texts.columns.logIn}>{hasPasskey ? texts.logIn.passkey : texts.logIn.otp}</td>
      <td>{texts.devices(deviceCount)}</td>
      <td className={styles.end}>
        {onChange && (
          <Button size="s" variant="line" aria-label={texts.change(name)} onClick={onChange}>
            {texts.changeShort}
          </Button>
        )}
      </td>
    </tr>
  )
}
