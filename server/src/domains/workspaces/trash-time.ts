/** How long a workspace stays in the trash before what it holds is deleted for good. */
export const trashMs = 30 * 86_400_000
