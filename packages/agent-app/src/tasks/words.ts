import { tasks } from '../words/en/tasks.ts'
import { wordsOf } from '../words/part.ts'

/** The words of tasks, which are loaded with their screens. */
export const taskWords = wordsOf('tasks', tasks)
