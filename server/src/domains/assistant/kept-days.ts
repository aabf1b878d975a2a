/** How many days a conversation may rest where the workspace's owner said nothing. */
export const keptDays = 180
