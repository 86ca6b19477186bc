import type { DemoAgent } from './demoTypes.ts'

type Row = [id: string, name: string, contactNumber: string, warehouseId: string]

const agents: Row[] = [
  ['agent-1', 'Ravi Solanki', '6000010101', 'indore'],
  ['agent-2', 'Sunita Verma', '6000010102', 'indore'],
  ['agent-3', 'Imran Shaikh', '6000010103', 'mumbai'],
  ['agent-4', 'Gurpreet Singh', '6000010104', 'delhi'],
  ['agent-5', 'Lakshmi Gowda', '6000010105', 'bengaluru'],
  ['agent-6', 'Venkat Reddy', '6000010106', 'hyderabad'],
  ['agent-7', 'Sachin Jadhav', '6000010107', 'pune'],
  ['agent-8', 'Kavita Meena', '6000010108', 'jaipur'],
]

/** Who brings the orders of the demo store. The numbers are made up. */
export const demoAgents: DemoAgent[] = agents.map(([id, name, contactNumber, warehouseId]) => ({
  id,
  name,
  contactNumber,
  warehouseId,
}))
