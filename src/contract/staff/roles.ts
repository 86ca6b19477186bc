import * as v from 'valibot'

/** What a person of the staff works as, which decides what they may see and do. */
export const StaffRole = v.picklist([
  'owner',
  'manager',
  'packer',
  'rider',
  'support',
  'accountant',
])
export type StaffRole = v.InferOutput<typeof StaffRole>

/** Roles of everybody who works with orders of all warehouses that they belong to. */
export const everybody = StaffRole.options
export const managers = ['owner', 'manager'] as const satisfies StaffRole[]
export const warehouseRoles = [...managers, 'packer'] as const satisfies StaffRole[]
export const orderRoles = [
  ...warehouseRoles,
  'support',
  'accountant',
] as const satisfies StaffRole[]
export const callingRoles = [...managers, 'rider', 'support'] as const satisfies StaffRole[]

/** Roles that take orders of customers on the phone. */
export const phoneRoles = [...managers, 'support'] as const satisfies StaffRole[]

/** Roles whose people belong to certain warehouses; the others see all of them unless some are named. */
export const needsWarehouse = (role: StaffRole) => role === 'packer' || role === 'rider'

/** The roles that a person with this role may give to others, and whose people they may change. */
export const rolesBelow: Record<StaffRole, readonly StaffRole[]> = {
  owner: StaffRole.options,
  manager: ['packer', 'rider', 'support'],
  packer: [],
  rider: [],
  support: [],
  accountant: [],
}

type Scope = {
  role: StaffRole
  /** All warehouses if it is empty. */
  warehouseIds: readonly string[]
}

/**
 * Whether somebody may change a person, and see and end their sessions: the role is below theirs, and the person works
 * for no other warehouses than theirs.
 */
export const mayChange = (editor: Scope, person: Scope): boolean =>
  rolesBelow[editor.role].includes(person.role) &&
  (editor.warehouseIds.length === 0 ||
    (person.warehouseIds.length > 0 &&
      person.warehouseIds.every((id) => editor.warehouseIds.includes(id))))
