export const texts = {
  you: 'You',
  name: 'Name',
  role: 'Role',
  warehouses: 'Warehouses',
  allWarehouses: 'All warehouses',
} as const
