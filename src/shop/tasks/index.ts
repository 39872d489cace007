export { assertTaskSize, backgroundTaskJob, backgroundTaskPartition, createTask } from "./create-task.ts";
export { taskRoutes } from "./routes.ts";
export { backgroundTaskHandler, sweepTasks } from "./run-task.ts";
export {
  defineLongTaskKind,
  defineTaskKind,
  type LongTaskKind,
  type RecordTaskKind,
  type TaskContext,
  type TaskKinds,
} from "./task-kind.ts";
