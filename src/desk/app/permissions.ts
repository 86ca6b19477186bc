import { staffCalls, type StaffCallName } from '#contract/api/staffCalls.ts'
import type { StaffRole } from '#contract/staff/roles.ts'

/** Whether a role may make a call, as the table of calls says. The server checks it again. */
export function mayRequest(role: StaffRole | undefined, name: StaffCallName): boolean {
  const call = staffCalls[name]
  if (call.access === 'public') return true
  const roles: readonly StaffRole[] = call.roles
  return role !== undefined && roles.includes(role)
}
