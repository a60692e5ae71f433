import type { LaterWords } from '../part.ts'
import { counting } from '../plural.ts'

const count = counting('zh')

export const emoji: LaterWords['emoji'] = {
  title: '表情符号',
  search: '用英文搜索表情符号',
  recent: '最近使用',
  found: (n) => count(n, { other: '个表情符号' }),
  none: '没有此名称的表情符号。',
  groups: {
    smileys: '笑脸',
    people: '人物',
    nature: '动物与自然',
    food: '食物与饮料',
    travel: '旅行',
    activities: '活动',
    objects: '物品',
    symbols: '符号',
    flags: '旗帜',
  },
  tone: '肤色',
  tones: ['无肤色', '浅色', '中浅色', '中等', '中深色', '深色'],
}
