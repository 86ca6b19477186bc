const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** '₹1,309.38' */
export const paiseText = (paise: number): string => rupees.format(paise / 100)
