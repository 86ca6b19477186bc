import { Button } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'

import type { ListedPerson } from '#contract/staff/people.ts'
import { needsWarehouse, type StaffRole } from '#contract/staff/roles.ts'
import { errorText, request } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { useWarehouses } from '#desk/app/warehouses.ts'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { ApiError } from '#platform/api/apiError.ts'
import styles from './People.module.css'
import { PersonDevices } from './PersonDevices.tsx'
import { texts } from './texts.ts'

type Props = {
  /** The person to change; a new one without it. */
  person?: ListedPerson
  /** The roles that may be given. */
  roles: readonly StaffRole[]
  onSaved: () => void
  /** The dialog stays open. */
  onDevicesChanged: () => void
  onClose: () => void
}

type Fields = Record<string, string>
const names = texts.fields

/** Adds a person, or changes their name, role, warehouses and whether they can log in. */
export function PersonDialog({ person, roles, onSaved, onDevicesChanged, onClose }: Props) {
  const { own } = useWarehouses()
  const [name, setName] = useState(person?.name ?? '')
  const [contactNumber, setContactNumber] = useState('')
  const [role, setRole] = useState<StaffRole>(person?.role ?? 'packer')
  const [warehouseIds, setWarehouseIds] = useState(person?.warehouses.map(({ id }) => id) ?? [])
  const [isActive, setActive] = useState(person?.isActive ?? true)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [fields, setFields] = useState<Fields>({})

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    setFields({})
    try {
      if (person) {
        const body = { name, role, warehouseIds, isActive }
        await request('changePerson', { params: { id: person.id }, body })
      } else await request('addPerson', { body: { name, contactNumber, role, warehouseIds } })
      onSaved()
    } catch (error) {
      const known = error instanceof ApiError ? error.response?.fields : undefined
      setFields(known ?? {})
      if (!known) setProblem(errorText(error, texts.couldNotSave))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog onClose={onClose} title={person ? texts.change(person.name) : texts.add}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Text name={names.name} value={name} problem={fields.name} onChange={setName} />
        {!person && (
          <Text
            name={names.phone}
            type="tel"
            hint={names.phoneHint}
            value={contactNumber}
            problem={fields.contactNumber}
            onChange={setContactNumber}
          />
        )}
        <label className={styles.field}>
          <span>{names.role}</span>
          <select value={role} onChange={({ target }) => setRole(target.value as StaffRole)}>
            {roles.map((option) => (
              <option key={option} value={option}>
                {frameTexts.roles[option]}
              </option>
            ))}
          </select>
          <small>{texts.roleHints[role]}</small>
        </label>
        <fieldset className={styles.checks}>
          <legend>{names.warehouses}</legend>
          <small>{needsWarehouse(role) ? names.ownWarehousesHint : names.warehousesHint}</small>
          {own?.map((warehouse) => (
            <label key={warehouse.id}>
              <input
                type="checkbox"
                checked={warehouseIds.includes(warehouse.id)}
                onChange={({ target }) =>
                  setWarehouseIds((before) =>
                    target.checked
                      ? [...before, warehouse.id]
                      : before.filter((id) => id !== warehouse.id),
                  )
                }
              />
              <span>{warehouse.name}</span>
            </label>
          ))}
          {fields.warehouseIds && <p role="alert">{fields.warehouseIds}</p>}
        </fieldset>
        {person && (
          <div className={styles.checks}>
            <label>
              <input
                type="checkbox"
                checked={isActive}
                onChange={({ target }) => setActive(target.checked)}
              />
              <span>{texts.isActive}</span>
            </label>
            <small>{texts.disableHint}</small>
          </div>
        )}
        {problem && <Note kind="bad">{problem}</Note>}
        <div className={styles.buttons}>
          <Button variant="line" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" variant="go" aria-disabled={isBusy || undefined}>
            {isBusy ? texts.saving : person ? texts.save : texts.add}
          </Button>
        </div>
      </form>
      {person && <PersonDevices person={person} onChanged={onDevicesChanged} />}
    </Dialog>
  )
}

type TextProps = {
  name: string
  type?: 'text' | 'tel'
  hint?: string
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}

function Text({ name, type = 'text', hint, value, problem, onChange }: TextProps) {
  const id = useId()
  const said = problem ?? hint
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{name}</label>
      <input
        id={id}
        type={type}
        autoComplete="off"
        value={value}
        data-autofocus={name === names.name || undefined}
        aria-invalid={problem ? true : undefined}
        aria-describedby={said && `${id}-said`}
        onChange={({ target }) => onChange(target.value)}
      />
      {said && (
        <small id={`${id}-said`} role={problem && 'alert'}>
          {said}
        </small>
      )}
    </div>
  )
}
