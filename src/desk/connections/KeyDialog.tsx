import { Button } from '@mantine/core'
import { useId, useState } from 'react'

import { keyRoles, type NewApiKey } from '#contract/staff/connections.ts'
import { needsWarehouse } from '#contract/staff/roles.ts'
import { request } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { useWarehouses } from '#desk/app/warehouses.ts'
import formStyles from '#desk/people/People.module.css'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { Note } from '#desk/ui/feedback/Note.tsx'
import { texts as pageTexts } from './texts.ts'
import { useForm } from './useForm.ts'

const texts = pageTexts.keys

type Props = { onAdded: (key: string) => void; onClose: () => void }

/** Adds a key of a role, which may be limited to warehouses. */
export function KeyDialog({ onAdded, onClose }: Props) {
  const { all } = useWarehouses()
  const id = useId()
  const [name, setName] = useState('')
  const [role, setRole] = useState<NewApiKey['role']>('manager')
  const [warehouseIds, setWarehouseIds] = useState<string[]>([])
  const [validDays, setValidDays] = useState(90)
  const { isBusy, problem, fields, submit } = useForm(async () => {
    const body = { name, role, warehouseIds, validDays }
    const { result } = await request('addApiKey', { body })
    onAdded(result.key)
  })
  const nameNote = fields.name ?? texts.nameHint
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <form className={formStyles.form} noValidate onSubmit={submit}>
        <div className={formStyles.field}>
          <label htmlFor={id}>{texts.name}</label>
          <input
            id={id}
            autoComplete="off"
            data-autofocus
            value={name}
            aria-invalid={fields.name ? true : undefined}
            aria-describedby={`${id}-note`}
            onChange={({ target }) => setName(target.value)}
          />
          <small id={`${id}-note`} role={fields.name && 'alert'}>
            {nameNote}
          </small>
        </div>
        <label className={formStyles.field}>
          <span>{texts.role}</span>
          <select
            value={role}
            onChange={({ target }) =>
              setRole(keyRoles.find((option) => option === target.value) ?? 'manager')
            }
          >
            {keyRoles.map((option) => (
              <option key={option} value={option}>
                {frameTexts.roles[option]}
              </option>
            ))}
          </select>
        </label>
        <fieldset className={formStyles.checks}>
          <legend>{texts.warehouses}</legend>
          <small>{needsWarehouse(role) ? texts.ownWarehousesHint : texts.warehousesHint}</small>
          {all?.map((warehouse) => (
            <label key={warehouse.id}>
              <input
                type="checkbox"
                checked={warehouseIds.includes(warehouse.id)}
                onChange={({ target }) =>
                  setWarehouseIds((before) =>
                    target.checked
                      ? [...before, warehouse.id]
                      : before.filter((other) => other !== warehouse.id),
                  )
                }
              />
              <span>{warehouse.name}</span>
            </label>
          ))}
          {fields.warehouseIds && <p role="alert">{fields.warehouseIds}</p>}
        </fieldset>
        <label className={formStyles.field}>
          <span>{texts.days}</span>
          <select value={validDays} onChange={({ target }) => setValidDays(Number(target.value))}>
            {Object.entries(texts.dayOptions).map(([days, option]) => (
              <option key={days} value={days}>
                {option}
              </option>
            ))}
          </select>
        </label>
        {problem && <Note kind="bad">{problem}</Note>}
        <div className={formStyles.buttons}>
          <Button variant="line" onClick={onClose}>
            {pageTexts.cancel}
          </Button>
          <Button type="submit" variant="go" aria-disabled={isBusy || undefined}>
            {isBusy ? texts.adding : texts.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
