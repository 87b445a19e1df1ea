import { inGroup, type Method } from '../../http/methods/index.ts';
import { getReminderTemplates, setReminderTemplate } from './reminder-templates.ts';
import { type InvestorWorkDeps, remindInvestor } from './reminders.ts';
import { getInvestorTasks, takeInvestorTask } from './task-methods.ts';
import { INVESTOR_WORK_LEVELS } from './work-fields.ts';

/** Who takes care of waiting work for investors, and reminders to them (docs/api/investor-work.md). */
export function investorWorkModule(deps: InvestorWorkDeps): Method[] {
  return inGroup({ group: 'Investor work', levels: INVESTOR_WORK_LEVELS }, [
    getInvestorTasks(deps),
    takeInvestorTask(deps),
    remindInvestor(deps),
    getReminderTemplates(deps),
    setReminderTemplate(deps),
  ]);
}
