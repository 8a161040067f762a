/** The button 'Show more' is further down now, or gone: the first of what it brought is read. */
export const takeFocus = (line: HTMLElement | null) => line?.focus()
