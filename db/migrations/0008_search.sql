DROP INDEX `users_ghosts_of_creator`;--> statement-breakpoint
CREATE INDEX `users_ghosts_of_creator` ON `users` (`created_by_id`) WHERE "users"."created_by_id" is not null;--> statement-breakpoint
CREATE VIRTUAL TABLE `users_search` USING fts5(`username`, `display_name`, content = 'users', content_rowid = 'id', tokenize = 'trigram');
--> statement-breakpoint
INSERT INTO `users_search` (`rowid`, `username`, `display_name`) SELECT `id`, `username`, `display_name` FROM `users` WHERE `is_ghost` = 0 AND `id` > 2;
--> statement-breakpoint
CREATE TRIGGER `users_search_new` AFTER INSERT ON `users` WHEN new.is_ghost = 0 AND new.id > 2 BEGIN
	INSERT INTO `users_search` (`rowid`, `username`, `display_name`) VALUES (new.id, new.username, new.display_name);
END;
--> statement-breakpoint
CREATE TRIGGER `users_search_renamed` AFTER UPDATE OF `username`, `display_name` ON `users`
WHEN old.is_ghost = 0 AND old.id > 2 AND (new.username IS NOT old.username OR new.display_name IS NOT old.display_name) BEGIN
	INSERT INTO `users_search` (`users_search`, `rowid`, `username`, `display_name`) VALUES ('delete', old.id, old.username, old.display_name);
	INSERT INTO `users_search` (`rowid`, `username`, `display_name`) VALUES (new.id, new.username, new.display_name);
END;
--> statement-breakpoint
CREATE TRIGGER `users_search_gone` AFTER DELETE ON `users` WHEN old.is_ghost = 0 AND old.id > 2 BEGIN
	INSERT INTO `users_search` (`users_search`, `rowid`, `username`, `display_name`) VALUES ('delete', old.id, old.username, old.display_name);
END;
