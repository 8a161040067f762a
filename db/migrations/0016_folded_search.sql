DROP INDEX `users_ghosts_by_name`;--> statement-breakpoint
CREATE INDEX `users_ghosts_by_name` ON `users` ("claimed_by_id" is not null,`folded_display_name`,`id`) WHERE "users"."is_ghost" = 1;--> statement-breakpoint
DROP TRIGGER `users_search_new`;--> statement-breakpoint
DROP TRIGGER `users_search_renamed`;--> statement-breakpoint
DROP TRIGGER `users_search_gone`;--> statement-breakpoint
DROP TABLE `users_search`;--> statement-breakpoint
-- The names are already folded. SQLite must not fold them again, because its rules differ from JavaScript's, which folds the query.
CREATE VIRTUAL TABLE `users_search` USING fts5(`username`, `display_name`, content = '', tokenize = 'trigram case_sensitive 1');
--> statement-breakpoint
INSERT INTO `users_search` (`rowid`, `username`, `display_name`) SELECT `id`, lower(`username`) || char(10), `folded_display_name` || char(10) FROM `users` WHERE `is_ghost` = 0 AND `id` > 2;
--> statement-breakpoint
CREATE TRIGGER `users_search_new` AFTER INSERT ON `users` WHEN new.is_ghost = 0 AND new.id > 2 BEGIN
	INSERT INTO `users_search` (`rowid`, `username`, `display_name`) VALUES (new.id, lower(new.username) || char(10), new.folded_display_name || char(10));
END;
--> statement-breakpoint
CREATE TRIGGER `users_search_renamed` AFTER UPDATE OF `username`, `folded_display_name` ON `users`
WHEN old.is_ghost = 0 AND old.id > 2 AND (new.username IS NOT old.username OR new.folded_display_name IS NOT old.folded_display_name) BEGIN
	INSERT INTO `users_search` (`users_search`, `rowid`, `username`, `display_name`) VALUES ('delete', old.id, lower(old.username) || char(10), old.folded_display_name || char(10));
	INSERT INTO `users_search` (`rowid`, `username`, `display_name`) VALUES (new.id, lower(new.username) || char(10), new.folded_display_name || char(10));
END;
--> statement-breakpoint
CREATE TRIGGER `users_search_gone` AFTER DELETE ON `users` WHEN old.is_ghost = 0 AND old.id > 2 BEGIN
	INSERT INTO `users_search` (`users_search`, `rowid`, `username`, `display_name`) VALUES ('delete', old.id, lower(old.username) || char(10), old.folded_display_name || char(10));
END;
