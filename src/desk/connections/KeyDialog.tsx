import { useState } from 'react'

import { keyRoles, type NewApiKey } from '#contract/staff/connections.ts'
import { needsWarehouse } from '#contract/staff/roles.ts'
import { request } from '#desk/app/request.ts'
import { texts as frameTexts } from '#desk/app/texts.ts'
import { useWarehouses } from '#desk/app/warehouses.ts'
import { Dialog } from '#desk/ui/dialogs/Dialog.tsx'
import { CheckList, SelectField, TextField } from '#desk/ui/form/Fields.tsx'
import formStyles from '#desk/ui/form/Form.module.css'
import { FormFooter } from '#desk/ui/form/FormFooter.tsx'
import { useForm } from '#desk/ui/form/useForm.ts'
import { texts as pageTexts } from './texts.ts'

const texts = pageTexts.keys

type Props = { onAdded: (key: string) => void; onClose: () => void }

/** Adds a key of a role, which may be limited to warehouses. */
export function KeyDialog({ onAdded, onClose }: Props) {
  const { all } = useWarehouses()
  const [name, setName] = useState('')
  const [role, setRole] = useState<NewApiKey['role']>('manager')
  const [warehouseIds, setWarehouseIds] = useState<string[]>([])
  const [validDays, setValidDays] = useState(90)
  const { isBusy, problem, fields, submit } = useForm(async () => {
    const body = { name, role, warehouseIds, validDays }
    const { result } = await request('addApiKey', { body })
    onAdded(result.key)
  })
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <form className={formStyles.form} noValidate onSubmit={submit}>
        <TextField
          name={texts.name}
          hint={texts.nameHint}
          problem={fields.name}
          value={name}
          onType={setName}
          isFirst
        />
        <SelectField
          name={texts.role}
          value={role}
          options={keyRoles.map((value) => ({ value, label: frameTexts.roles[value] }))}
          onChoose={setRole}
        />
        <CheckList
          name={texts.warehouses}
          hint={needsWarehouse(role) ? texts.ownWarehousesHint : texts.warehousesHint}
          problem={fields.warehouseIds}
          options={all?.map((warehouse) => ({ value: warehouse.id, label: warehouse.name }))}
          chosen={warehouseIds}
          onChange={setWarehouseIds}
        />
        <SelectField
          name={texts.days}
          value={validDays}
          options={Object.entries(texts.dayOptions).map(([days, label]) => ({
            value: Number(days),
            label,
          }))}
          onChoose={setValidDays}
        />
        <FormFooter {...{ problem, isBusy, onClose }} action={texts.add} busy={texts.adding} />
      </form>
    </Dialog>
  )
}
