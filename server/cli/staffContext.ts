import type { Database } from '#server/database/client/connect.ts'
import { inTransaction } from '#server/database/client/transaction.ts'
import type { StaffContext } from '#server/platform/http/handler.ts'
import { commandLine, recordChange, type StaffActor } from '#server/platform/http/staffSessions.ts'

/** Somebody at the command line may do what an owner may do at the desk. No event of an order names a person for it. */
const actor: StaffActor = { id: '', name: commandLine.name, role: 'owner', warehouseIds: [] }

/** Runs what the desk does too, in the transaction that also records it as done at the command line. */
export const asCommandLine = <Result>(
  db: Database,
  work: (context: StaffContext) => Promise<Result>,
): Promise<Result> =>
  inTransaction(db, (tx) =>
    work({ db: tx, actor, record: (change) => recordChange(tx, commandLine, change) }),
  )
