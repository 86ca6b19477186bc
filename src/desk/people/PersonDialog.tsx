import { useState } from 'react'

import type { ListedPerson } from '#contract/staff/people.ts'
import { needsWarehouse, type StaffRole } from '#contract/staff/roles.ts'
import { request } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { useWarehouses } from '#desk/app/warehouses.ts'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { CheckList, SelectField, TextField } from '#desk/ui/form/Fields.tsx'
import formStyles from '#desk/ui/form/Form.module.css'
import { FormFooter } from '#desk/ui/form/FormFooter.tsx'
import { useForm } from '#desk/ui/form/useForm.ts'
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

const names = texts.fields

/** Adds a person, or changes their name, role, warehouses and whether they can log in. */
export function PersonDialog({ person, roles, onSaved, onDevicesChanged, onClose }: Props) {
  const { own } = useWarehouses()
  const [name, setName] = useState(person?.name ?? '')
  const [contactNumber, setContactNumber] = useState('')
  const [role, setRole] = useState<StaffRole>(person?.role ?? 'packer')
  const [warehouseIds, setWarehouseIds] = useState(person?.warehouses.map(({ id }) => id) ?? [])
  const [isActive, setActive] = useState(person?.isActive ?? true)
  const { isBusy, problem, fields, submit } = useForm(async () => {
    if (person) {
      const body = { name, role, warehouseIds, isActive }
      await request('changePerson', { params: { id: person.id }, body })
    } else await request('addPerson', { body: { name, contactNumber, role, warehouseIds } })
    onSaved()
  })
  return (
    <Dialog onClose={onClose} title={person ? texts.change(person.name) : texts.add}>
      <form className={formStyles.form} noValidate onSubmit={submit}>
        <TextField name={names.name} problem={fields.name} value={name} onType={setName} isFirst />
        {!person && (
          <TextField
            name={names.phone}
            hint={names.phoneHint}
            problem={fields.contactNumber}
            type="tel"
            value={contactNumber}
            onType={setContactNumber}
          />
        )}
        <SelectField
          name={names.role}
          hint={texts.roleHints[role]}
          value={role}
          options={roles.map((value) => ({ value, label: frameTexts.roles[value] }))}
          onChoose={setRole}
        />
        <CheckList
          name={names.warehouses}
          hint={needsWarehouse(role) ? names.ownWarehousesHint : names.warehousesHint}
          problem={fields.warehouseIds}
          options={own?.map((warehouse) => ({ value: warehouse.id, label: warehouse.name }))}
          chosen={warehouseIds}
          onChange={setWarehouseIds}
        />
        {person && (
          <div className={formStyles.checks}>
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
        <FormFooter {...{ problem, isBusy, onClose }} {...(!person && { action: texts.add })} />
      </form>
      {person && <PersonDevices person={person} onChanged={onDevicesChanged} />}
    </Dialog>
  )
}
